import type { Module } from "../../kernel/registry.ts";
import { plantBoardImpl } from "./plant-board.command.ts";
import { workplaceImpl } from "./workplace.command.ts";

export const board: Module = { commands: [workplaceImpl, plantBoardImpl] };
