import { checkStories } from "./check-stories.tsx";

// Leaves out the group of the shell. That group is large and has a test file of its own.
checkStories(({ name, stories }) => name !== "shell" && !stories.some((story) => story.isPlain));
