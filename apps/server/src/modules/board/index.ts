import type { Module } from "../../kernel/registry.ts";
import { keyProjectBoardImpl } from "./key-project-board.command.ts";
import { makerBoardImpl } from "./maker-board.command.ts";
import { plantBoardImpl } from "./plant-board.command.ts";
import { projectBoardImpl } from "./project-board.command.ts";
import { workplaceImpl } from "./workplace.command.ts";

export { precomputeFigures } from "./precompute-figures.ts";

export const board: Module = {
  commands: [workplaceImpl, plantBoardImpl, makerBoardImpl, projectBoardImpl, keyProjectBoardImpl],
};
