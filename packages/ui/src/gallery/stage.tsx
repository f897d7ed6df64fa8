import type { CurrentUser } from "@shotkeeper/client";
import { type CSSProperties, type ReactNode, useState } from "react";
import { MemoryRouter } from "react-router";
import { AppProviders, LiveProvider, SessionProvider } from "../app/index.ts";
import { type Answers, type MemoryClient, memoryClient } from "./memory-client.ts";
import { sampleAnswers, sampleUser } from "./sample.ts";

/** Props of a story. A test may pass its own client, to check the requests of the story. */
export interface StoryProps {
  readonly client?: MemoryClient | undefined;
}

export const sampleClient = (answers: Answers = {}, user: CurrentUser = sampleUser): MemoryClient =>
  memoryClient({ ...sampleAnswers, ...answers }, user);

interface StageProps extends StoryProps {
  /** Answers that replace or extend the default answers (`sampleAnswers`). */
  readonly answers?: Answers | undefined;
  readonly user?: CurrentUser | undefined;
  /** Address of the page, as the components of the story see it. */
  readonly path?: string | undefined;
  /**
   * "page": the story has the height of the window, for lists. "bare": nothing surrounds the story. Default: with
   * padding.
   */
  readonly layout?: "padded" | "page" | "bare";
  readonly children: ReactNode;
}

const layouts: Readonly<Record<"padded" | "page", CSSProperties>> = {
  padded: { display: "grid", gap: 12, maxWidth: 960, padding: 16, justifyItems: "start" },
  page: { display: "flex", flexDirection: "column", height: "100dvh", padding: 12 },
};

/** Provides all contexts of the application to a story. The API client answers from memory (memory-client.ts). */
export function Stage({ client, answers, user, path = "/", layout = "padded", children }: StageProps) {
  const [own] = useState(() => client ?? sampleClient(answers, user));
  return (
    <MemoryRouter initialEntries={[path]}>
      <AppProviders client={own}>
        <SessionProvider waiting={null} failed={(error) => String(error)} overlay={null}>
          <LiveProvider follow={own.follow}>
            {layout === "bare" ? children : <main style={layouts[layout]}>{children}</main>}
          </LiveProvider>
        </SessionProvider>
      </AppProviders>
    </MemoryRouter>
  );
}
