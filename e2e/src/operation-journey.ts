import type { Page } from "@playwright/test";
import type { Field } from "@shotkeeper/contract/kernel";
import { type Locale, type LocaleCode, loadLocale } from "@shotkeeper/locales";
import { become, expect, settled } from "./fixtures.ts";
import { dialogOf, expectTold, okOf } from "./journey.ts";
import type { Person } from "./person.ts";
import { ListJourney } from "./screen-journey.ts";

/** A step of a workflow as the test performs it: button, confirmation, inputs and outcome. */
export interface Step {
  readonly label: string;
  /** Text of the confirmation dialog. */
  readonly asks?: string;
  /** Error messages of the empty dialog about missing values, as the specification words them (spec admin §5). */
  readonly enter?: readonly string[];
  readonly select?: readonly string[];
  readonly fill?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly told: string;
  /** Text that the row shows after the step. */
  readonly shows?: string;
  /** Set if the row is no longer in this list after the step. */
  readonly gone?: true;
  /** Set if the step has a checklist; the test ticks all of it as OK. */
  readonly allOk?: string;
}

export class OperationJourney extends ListJourney {
  /** Field that the search box searches. Undefined: the default field. */
  searchBy: string | undefined;

  /** Opens the screen as a user, in a language. */
  static async enter(page: Page, who: Person, code: LocaleCode): Promise<Locale> {
    await become(page, who.token, code);
    return loadLocale(code);
  }

  /** Submits the empty form and expects a refusal. Then submits the filled form and expects the message `told`. */
  async add(told: string): Promise<void> {
    await this.startAdding();
    await this.save(told);
  }

  /** Finds the test's rows with the search box. */
  async find(text: string): Promise<void> {
    if (this.searchBy !== undefined) {
      const by = (this.locale.fields as Readonly<Record<string, string>>)[this.searchBy] ?? "";
      await this.shown.locator(".sk-search-box").getByRole("combobox").click();
      await this.page.locator(".ant-select-dropdown:visible").getByText(by, { exact: true }).click();
    }
    const box = this.shown.locator(".sk-search-box input:not([role=combobox])");
    await box.fill(text);
    await box.press("Enter");
    await settled(this.page);
    await expect(this.row()).toContainText(text);
  }

  async take(s: Step): Promise<void> {
    await this.act(s.label);
    const dialog = dialogOf(this.page);
    if (s.asks !== undefined) await expect(dialog).toContainText(s.asks);
    if (s.enter || s.select) {
      await okOf(this.page).click();
      await this.expectAsked(s.enter, s.select);
    }
    if (s.allOk) {
      const all = dialog.getByRole("button", { name: s.allOk });
      if (await all.isVisible()) await all.click();
    }
    for (const [name, value] of Object.entries(s.fill ?? {}))
      await this.put(name, value, dialog, s.fields?.[name]);
    await okOf(this.page).click();
    await expectTold(this.page, s.told);
    await expect(this.page.getByRole("dialog")).toHaveCount(0);
    if (s.gone) await expect(this.row()).toHaveCount(0);
    if (s.shows !== undefined) await expect(this.row()).toContainText(s.shows);
  }

  /** Expects a disabled button that shows its reason, both by keyboard focus and in the overflow menu. */
  async expectOff(label: string, why: string): Promise<void> {
    const direct = this.row().getByRole("button", { name: label, exact: true });
    const more = this.row().getByRole("button", { name: this.locale.shell.common.more, exact: true });
    await expect(direct.or(more).first()).toBeVisible();
    if (await direct.isVisible()) {
      await expect(direct).toHaveAttribute("aria-disabled", "true");
      await direct.focus();
      await expect(this.page.getByRole("tooltip").filter({ hasText: why })).toBeVisible();
      await direct.blur();
      return;
    }
    await more.click();
    const item = this.page
      .locator(".ant-dropdown:visible")
      .getByRole("menuitem", { name: new RegExp(`^${label}`) });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    await expect(item).toContainText(why);
    await this.page.keyboard.press("Escape");
    await expect(item).toBeHidden();
  }

  /** Expects that a user without the right sees no such button, not even in the overflow menu. */
  async expectNone(labels: readonly string[]): Promise<void> {
    await expect(this.row()).toBeVisible();
    const more = this.row().getByRole("button", { name: this.locale.shell.common.more, exact: true });
    if (await more.isVisible()) await more.click();
    for (const name of labels) {
      await expect(this.shown.getByRole("button", { name, exact: true })).toHaveCount(0);
      await expect(this.page.getByRole("menuitem", { name, exact: true })).toHaveCount(0);
    }
  }

  async expectRow(text: string): Promise<void> {
    await expect(this.row()).toContainText(text);
  }

  press(label: string): Promise<void> {
    return this.act(label);
  }
}
