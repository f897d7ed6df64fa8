import { checkStories } from "./check-stories.tsx";

checkStories(({ stories }) => stories.some((story) => story.isPlain));
