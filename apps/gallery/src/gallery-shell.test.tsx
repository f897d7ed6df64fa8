import { checkStories } from "./check-stories.tsx";

checkStories(({ name }) => name === "shell");
