import { checkStories } from "./check-stories.tsx";

// Tests all groups of stories except two: the large group `shell` is tested in gallery-shell.test.tsx, and the plain
// stories (isPlain) are tested in gallery-datagrid.test.tsx.
checkStories(({ name, stories }) => name !== "shell" && !stories.some((story) => story.isPlain));
