import { checkStories } from "./check-stories.tsx";

// Without the group of the shell, which is large and has its own file.
checkStories(({ name, stories }) => name !== "shell" && !stories.some((story) => story.isPlain));
