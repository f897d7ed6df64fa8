import { keyProjectBoard, makerBoard, plantBoard, projectBoard } from "@shotkeeper/contract/board";
import { loadLocale } from "@shotkeeper/locales";
import { pending, Stage } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import KeyProjectBoard from "./key-project-board.tsx";
import MakerBoard from "./maker-board.tsx";
import PlantBoard from "./plant-board.tsx";
import ProjectBoard from "./project-board.tsx";

const { board: t } = await loadLocale("en");

it.each([
  ["plant", plantBoard, PlantBoard],
  ["maker", makerBoard, MakerBoard],
  ["page", projectBoard, ProjectBoard],
  ["project", keyProjectBoard, KeyProjectBoard],
] as const)("the button of the board says: next %s", async (kind, command, Board) => {
  await render(
    <Stage layout="bare" answers={{ [command.type]: pending }}>
      <Board />
    </Stage>,
  );
  await expect.element(page.getByRole("button", { name: t.next[kind], exact: true })).toBeInTheDocument();
});
