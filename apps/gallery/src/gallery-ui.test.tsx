import { checkStories } from "./check-stories.tsx";

// Tests all groups but two kinds: the group `shell` is large and has a test file of its own (gallery-shell.test.tsx),
// and plain stories are tested in gallery-datagrid.test.tsx.
checkStories(({ name, stories }) => name !== "shell" && !stories.some((story) => story.isPlain));
