import type { LocaleCode } from "@shotkeeper/locales";
import type { ComponentType } from "react";

/**
 * Props of every story. Only stories of packages/datagrid need `locale`, to select their texts. All other stories get
 * their texts from a React context.
 */
interface StoryProps {
  readonly locale: LocaleCode;
}

export interface Story {
  /** Name of the gallery file and name of the exported component, for example `list/EmptyList`. */
  readonly id: string;
  readonly Component: ComponentType<StoryProps>;
  /** True if the story contains no providers of theme and texts. The gallery then adds them. */
  readonly isPlain: boolean;
}

export interface StoryGroup {
  readonly name: string;
  readonly stories: readonly Story[];
}

const files = import.meta.glob<Readonly<Record<string, ComponentType<StoryProps>>>>(
  "../../../packages/*/src/**/*.gallery.tsx",
  { eager: true },
);

/** Groups of stories: one group per gallery file, one story per component that the file exports. */
export const groups: readonly StoryGroup[] = Object.entries(files).map(([file, components]) => {
  const name = /([^/]+)\.gallery\.tsx$/.exec(file)?.[1] ?? file;
  return {
    name,
    stories: Object.entries(components)
      // Leaves out exported sample data. Only names of components begin with a capital letter.
      .filter(([title]) => /^[A-Z]/.test(title))
      .map(([title, Component]) => ({
        id: `${name}/${title}`,
        Component,
        isPlain: file.includes("/datagrid/"),
      })),
  };
});

/** Converts the component's name in a story id to a title: "list/EmptyList" → "Empty list". */
export const titleOf = (id: string): string => {
  const words = (id.split("/")[1] ?? id).replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
