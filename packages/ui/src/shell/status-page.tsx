import { Button } from "antd";
import { Component, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { messageOf, useLocale } from "../app/index.ts";

type Kind = "notFound" | "notAllowed" | "broken" | "noMenus";

/** Sign of each kind of status page. The sign is drawn inside the picture of an empty mold. */
const signs: Readonly<Record<Kind, ReactNode>> = {
  notFound: (
    <text x="80" y="70" textAnchor="middle" className="sk-status-sign">
      ?
    </text>
  ),
  notAllowed: <path d="M73 60v-6a7 7 0 0 1 14 0v6m-17 0h20v15H70z" className="sk-status-stroke" />,
  broken: <path d="M82 44 72 62h12l-8 16" className="sk-status-stroke" />,
  noMenus: <circle cx="80" cy="61" r="8" className="sk-status-stroke" strokeDasharray="4 4" />,
};

function Picture({ kind }: { readonly kind: Kind }) {
  return (
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true" className="sk-status-picture">
      <path d="M22 24h36v20a18 18 0 0 0 0 34v20H22z" />
      <path d="M138 24h-36v20a18 18 0 0 1 0 34v20h36z" />
      <path d="M58 32h44M58 90h44" className="sk-status-pin" />
      {signs[kind]}
    </svg>
  );
}

interface StatusPageProps {
  readonly kind: Kind;
  /** Text that replaces the general explanation for this kind of page. */
  readonly detail?: string;
  readonly action?: ReactNode;
}

/** Page that shows a picture and an explanation in place of content, for example if a page does not exist. */
export function StatusPage({ kind, detail, action }: StatusPageProps) {
  const { shell } = useLocale();
  const navigate = useNavigate();
  return (
    <div className="sk-status">
      <Picture kind={kind} />
      <h1>{shell[kind].title}</h1>
      <p>{detail ?? shell[kind].lead}</p>
      {action ??
        (kind !== "noMenus" && (
          <Button type="primary" onClick={() => navigate("/")}>
            {shell.notFound.home}
          </Button>
        ))}
    </div>
  );
}

/** Page that is shown if the application could not start. */
export function FailedPage({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const locale = useLocale();
  return (
    <main className="sk-status-full">
      <StatusPage
        kind="broken"
        detail={messageOf(error, locale)}
        action={
          <Button type="primary" onClick={retry}>
            {locale.shell.common.retry}
          </Button>
        }
      />
    </main>
  );
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
}

/** Error boundary around one page. If the page throws an error, the rest of the application continues to work. */
export class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }
  override render() {
    const { error } = this.state;
    return error === undefined
      ? this.props.children
      : this.props.fallback(error, () => this.setState({ error: undefined }));
  }
}

/** Page that replaces a page which threw an error or could not be loaded. */
export function PageFailed({ retry }: { readonly retry: () => void | Promise<void> }) {
  const { shell } = useLocale();
  return (
    <StatusPage
      kind="broken"
      action={
        <Button type="primary" onClick={retry}>
          {shell.broken.retry}
        </Button>
      }
    />
  );
}
