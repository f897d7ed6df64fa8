import { forgetAnswers } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Module } from "../../kernel/registry.ts";
import { forgetFigures } from "./figures.ts";
import { keyProjectBoardImpl } from "./key-project-board.command.ts";
import { makerBoardImpl } from "./maker-board.command.ts";
import { plantBoardImpl } from "./plant-board.command.ts";
import { projectBoardImpl } from "./project-board.command.ts";
import { workplaceImpl } from "./workplace.command.ts";

/** Deletes all cached figures of the caller's tenant, after many of its molds and past shots changed at one time. */
export async function forgetBoards(ctx: Ctx): Promise<void> {
  await forgetFigures(ctx);
  forgetAnswers(ctx.who.tenantId);
}

export { precomputeFigures } from "./precompute-figures.ts";

export const board: Module = {
  commands: [workplaceImpl, plantBoardImpl, makerBoardImpl, projectBoardImpl, keyProjectBoardImpl],
};
