import SearchOutlined from "@ant-design/icons/es/icons/SearchOutlined";
import { searchAll } from "@shotkeeper/contract/system";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useClient, useLocale } from "../app/index.ts";
import type { MenuSection } from "./menu-tree.ts";
import { foundEntries, matches, type PaletteEntry, screenEntries } from "./palette-entries.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly tree: readonly MenuSection[];
  /** Entries of the command palette that are shown until the user types. */
  readonly recent: readonly PaletteEntry[];
  readonly actions: readonly PaletteEntry[];
  /** Returns true if the user may open the screen with this path. */
  readonly reachable: (path: string) => boolean;
}

/** Calls `open` when the user presses Ctrl+K (⌘K) anywhere on the page. */
export function usePaletteKey(open: () => void): void {
  const onCall = useEffectEvent(open);
  useEffect(() => {
    const onKey = (e: globalThis.KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey && e.key.toLowerCase() === "k") {
        e.preventDefault();
        onCall();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

/** Returns `value` with a delay (debounce): the new value is returned when it has not changed for `ms` milliseconds. */
function useDebounced<T>(value: T, ms: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return delayed;
}

/** The command palette, in which the user finds screens, molds, counters and actions. */
export function Palette(props: PaletteProps) {
  return (
    <Modal
      open={props.open}
      onCancel={props.onClose}
      title={<PaletteTitle />}
      footer={null}
      closable={false}
      destroyOnHidden
      width={560}
      style={{ top: 88 }}
      className="sk-palette"
      styles={{ container: { padding: 0 }, header: { display: "none" } }}
    >
      <PaletteBody {...props} />
    </Modal>
  );
}

/** Accessible name of the dialog. The name is not visible, because the dialog has no header. */
function PaletteTitle() {
  return useLocale().shell.palette.title;
}

/** Returns the entries for the text. `isCurrent` is false while the molds and counters are those of an earlier text. */
function useEntries(
  text: string,
  { tree, recent, actions, reachable }: PaletteProps,
): { readonly entries: PaletteEntry[]; readonly isCurrent: boolean } {
  const locale = useLocale();
  const client = useClient();
  const searched = useDebounced(text, 180);
  const { data, isPlaceholderData, isPending } = useQuery({
    queryKey: ["palette", searched],
    queryFn: ({ signal }) => client.run(searchAll, { text: searched }, signal),
    enabled: searched !== "",
    placeholderData: keepPreviousData,
  });
  if (text === "")
    return { entries: [...recent, ...screenEntries(tree, "", locale), ...actions], isCurrent: true };
  return {
    entries: [
      ...screenEntries(tree, text, locale),
      ...foundEntries(data ?? []).filter((e) => reachable((e.path ?? "").split("?")[0] ?? "")),
      ...actions.filter((a) => matches(text, a.title)),
    ],
    isCurrent: searched === text && !isPending && !isPlaceholderData,
  };
}

function PaletteBody(props: PaletteProps) {
  const { shell } = useLocale();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const text = typed.trim();
  const { entries, isCurrent } = useEntries(text, props);
  // True after Enter until the entries for the text are known. A scanner sends Enter right after the number.
  const [isEntered, setEntered] = useState(false);
  const at = Math.min(chosen, Math.max(entries.length - 1, 0));

  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" });
  }, [at]);

  useEffect(() => {
    if (isEntered && isCurrent) {
      setEntered(false);
      go(entries[at]);
    }
  });

  function go(e: PaletteEntry | undefined) {
    if (!e) return;
    props.onClose();
    if (e.path) navigate(e.path);
    e.run?.();
  }
  function onKeyDown(e: KeyboardEvent) {
    // Ignores all keys while an input method composes characters, because Enter then only accepts these characters.
    if (e.nativeEvent.isComposing) return;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      const step = e.key === "ArrowDown" ? 1 : -1;
      setChosen((at + step + entries.length) % Math.max(entries.length, 1));
    } else if (e.key === "Enter") setEntered(true);
    else return;
    e.preventDefault();
  }

  return (
    <div className="sk-palette-body">
      <div className="sk-palette-input">
        <SearchOutlined aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the user opened the palette to type here
          autoFocus
          className="sk-palette-field"
          role="combobox"
          aria-label={shell.palette.title}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={entries.length > 0 ? `${id}${at}` : undefined}
          placeholder={shell.palette.placeholder}
          value={typed}
          maxLength={100}
          onChange={(e) => {
            setTyped(e.target.value);
            setEntered(false);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        className="sk-palette-list"
        role="listbox"
        id={`${id}list`}
        ref={list}
        aria-label={shell.palette.title}
      >
        {entries.map((e, i) => (
          <div key={e.key} role="presentation">
            {e.group !== entries[i - 1]?.group && (
              <div className="sk-palette-group" role="presentation">
                {shell.palette[e.group]}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys */}
            <div
              role="option"
              id={`${id}${i}`}
              data-at={i}
              aria-selected={i === at}
              tabIndex={-1}
              className="sk-palette-option"
              onClick={() => go(e)}
              onMouseMove={() => setChosen(i)}
            >
              <span>{e.title}</span>
              {e.hint && <span className="sk-faint">{e.hint}</span>}
            </div>
          </div>
        ))}
        {entries.length === 0 && <p className="sk-palette-empty">{shell.palette.empty(text)}</p>}
      </div>
      <p className="sk-palette-hint">{shell.palette.hint}</p>
      <span className="sk-visually-hidden" role="status">
        {shell.palette.results(entries.length)}
      </span>
    </div>
  );
}
