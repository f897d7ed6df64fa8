import { useQuery } from "@tanstack/react-query";
import { useClient } from "../app/index.ts";

/** Shotkeeper's logo, which shows the two halves of a mold. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="sk-logo">
      <rect width="32" height="32" rx="8" className="sk-logo-field" />
      <path d="M6 8.5h7v4.2a4.2 4.2 0 0 0 0 6.6v4.2H6z" fill="#fff" />
      <path d="M26 8.5h-7v4.2a4.2 4.2 0 0 1 0 6.6v4.2h7z" fill="#fff" opacity="0.72" />
      <circle cx="16" cy="16" r="2.9" fill="#ffb84d" />
    </svg>
  );
}

const readAsUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Shows the tenant's logo. If it cannot be loaded, shows Shotkeeper's logo. */
export function StoredLogo({ path, size }: { readonly path: string; readonly size: number }) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["logo", path],
    queryFn: async ({ signal }) => readAsUrl(await client.file(path, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <Logo size={size} />;
  return data ? (
    <img src={data} alt="" className="sk-logo-tenant" style={{ maxHeight: size + 4 }} />
  ) : (
    <span style={{ width: size, height: size }} />
  );
}
