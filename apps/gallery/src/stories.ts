import type { LocaleCode } from "@shotkeeper/locales";
import type { ComponentType } from "react";

/** Passed to every story. A story of packages/datagrid picks its texts by `locale`; the others ask their context. */
interface StoryProps {
  readonly locale: LocaleCode;
}

export interface Story {
  /** `list/EmptyList`: the gallery file and the name of the exported component. */
  readonly id: string;
  readonly Component: ComponentType<StoryProps>;
  /** The story has neither theme nor texts of its own. */
  readonly isPlain: boolean;
}

export interface Room {
  readonly name: string;
  readonly stories: readonly Story[];
}

const files = import.meta.glob<Readonly<Record<string, ComponentType<StoryProps>>>>(
  "../../../packages/*/src/**/*.gallery.tsx",
  { eager: true },
);

/** Each gallery file is a group, and each component that it exports is a story. */
export const rooms: readonly Room[] = Object.entries(files).map(([file, components]) => {
  const name = /([^/]+)\.gallery\.tsx$/.exec(file)?.[1] ?? file;
  return {
    name,
    stories: Object.entries(components)
      // Gallery files may also export sample data; component names begin with a capital letter.
      .filter(([title]) => /^[A-Z]/.test(title))
      .map(([title, Component]) => ({
        id: `${name}/${title}`,
        Component,
        isPlain: file.includes("/datagrid/"),
      })),
  };
});

/** Converts a component's name to a title: "EmptyList" → "Empty list". */
export const titleOf = (id: string): string => {
  const words = (id.split("/")[1] ?? id).replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
