import { checkStories } from "./check-stories.tsx";

// Tests all stories that the other two test files leave: gallery-shell.test.tsx tests the large group `shell`, and
// gallery-datagrid.test.tsx tests the stories of packages/datagrid (`isPlain`).
checkStories(({ name, stories }) => name !== "shell" && !stories.some((story) => story.isPlain));
