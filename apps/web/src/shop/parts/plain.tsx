import type { ReactNode } from "react";

// This file has the components of the shop's first page and shell. None of the components uses a UI library, so that
// visitors download little code.

const shapes = {
  cart: "M3 4h2.2l2.3 11h10.2l2.3-8H6.2M9 20a1 1 0 1 0 .01 0M17 20a1 1 0 1 0 .01 0",
  orders: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
  settings: "M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4",
  search: "M11 4a7 7 0 1 0 .01 0M16.2 16.2 21 21",
  wallet: "M4 7h15v12H4zM4 7l11-3v3M15 13h4",
  gift: "M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9C8 9 7 4 10 4s2 5 2 5 0-5 3-5 0 5-3 5",
  car: "M2 6h12v10H2zM14 10h4l3 3v3h-7M6.5 18a1.5 1.5 0 1 0 .01 0M17.5 18a1.5 1.5 0 1 0 .01 0",
  done: "M12 3a9 9 0 1 0 .01 0M8 12l3 3 5-6",
} as const;

export function Icon({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg className="shop-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

export function Waiting() {
  return (
    <div className="shop-skeleton" aria-busy="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

/** Text in which a word with a hyphen, for example "NB-IoT", is not divided between two lines. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(/([A-Za-z0-9]+(?:-[A-Za-z0-9]+)+)/).map((part, i) =>
    // Each second part is a word with a hyphen, because split also returns what the group matches.
    i % 2 === 1 ? (
      <span key={part} className="shop-part">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** Message that is shown in place of an empty list. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="shop-nothing">{children}</p>;
}

export function Choice<V extends string>(p: {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}) {
  return (
    <fieldset className="shop-kinds">
      <legend className="sk-visually-hidden">{p.label}</legend>
      {p.options.map((o) => (
        <label key={o.value}>
          <input
            type="radio"
            name="shop-kinds"
            value={o.value}
            checked={o.value === p.value}
            onChange={() => p.onChange(o.value)}
          />
          <span>{o.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
