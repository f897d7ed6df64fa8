import { Component, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { lazyPart, useAwaited } from "./index.ts";

/** Delay of the downloads in these tests, ms. */
const downloadMs = 30;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function Greeting({ name }: { readonly name: string }) {
  return <p>Hello {name}</p>;
}
const downloaded = async () => {
  await sleep(downloadMs);
  return { default: Greeting };
};

class Caught extends Component<{ readonly children: ReactNode }> {
  override state: { readonly error?: Error } = {};
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error ? <p role="alert">{this.state.error.message}</p> : this.props.children;
  }
}

describe("lazyPart", () => {
  it("draws the content soon after the download, without the 300 ms of a Suspense", async () => {
    const Part = lazyPart(downloaded, <p>Wait</p>);
    const began = performance.now();
    await render(<Part name="Li" />);
    expect(document.body.textContent).toContain("Wait");
    await vi.waitFor(() => expect(document.body.textContent).toContain("Hello Li"), { interval: 5 });
    expect(performance.now() - began).toBeLessThan(downloadMs + 200);
    expect(document.body.textContent).not.toContain("Wait");
  });

  it("draws at once what was downloaded before", async () => {
    const load = vi.fn(downloaded);
    const Part = lazyPart(load, <p>Wait</p>);
    await Part.preload();
    const drawn: string[] = [];
    const watch = new MutationObserver(() => drawn.push(document.body.textContent));
    watch.observe(document.body, { childList: true, subtree: true });
    await render(<Part name="Li" />);
    watch.disconnect();
    expect(drawn.join()).toContain("Hello Li");
    expect(drawn.join()).not.toContain("Wait");
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("reports a failed download to the boundary above it", async () => {
    const Part = lazyPart<object>(async () => {
      await sleep(downloadMs);
      throw new Error("failed on purpose");
    });
    await render(
      <Caught>
        <Part />
      </Caught>,
    );
    await expect.element(page.getByRole("alert")).toHaveTextContent("failed on purpose");
  });
});

describe("useAwaited", () => {
  function Value({ of }: { readonly of: Promise<number> | number }) {
    return <p>{useAwaited(of) ?? "pending"}</p>;
  }

  it("follows the promise that it gets, and ignores an earlier one that settles later", async () => {
    const slow = sleep(4 * downloadMs).then(() => 1);
    const screen = await render(<Value of={slow} />);
    expect(document.body.textContent).toContain("pending");
    await screen.rerender(<Value of={sleep(downloadMs).then(() => 2)} />);
    await slow;
    await sleep(downloadMs);
    expect(document.body.textContent).toContain("2");
    await screen.rerender(<Value of={slow} />);
    expect(document.body.textContent).toContain("1");
  });

  it("returns a value as it is", async () => {
    await render(<Value of={3} />);
    expect(document.body.textContent).toContain("3");
  });
});
