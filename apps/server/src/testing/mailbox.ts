import { type AddressInfo, createServer as createTcp, type Socket } from "node:net";

export interface Mailbox {
  readonly url: string;
  readonly mails: string[];
  /** Reply of the fake mail server to each mail. By default the server accepts the mail. */
  verdict: string;
  close(): Promise<void>;
}

/** Starts a minimal mail server that stores the mails it receives. */
export async function mailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  const open = new Set<Socket>();
  const box = { mails, verdict: "250 kept" };
  const server = createTcp((socket) => {
    open.add(socket);
    let text = "";
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test ready");
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      for (;;) {
        const end = isData ? text.indexOf("\r\n.\r\n") : text.indexOf("\r\n");
        if (end < 0) return;
        const said = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          if (box.verdict.startsWith("2")) mails.push(said);
          say(box.verdict);
        } else if (/^(EHLO|HELO)/i.test(said)) say("250 test");
        else if (/^DATA/i.test(said)) {
          isData = true;
          say("354 go on");
        } else if (/^QUIT/i.test(said)) socket.end("221 bye\r\n");
        else say("250 ok");
      }
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return Object.assign(box, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  });
}
