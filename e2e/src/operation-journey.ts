import type { Page } from "@playwright/test";
import type { Field } from "@shotkeeper/contract/kernel";
import { type Locale, type LocaleCode, loadLocale } from "@shotkeeper/locales";
import { become, expect, settled } from "./fixtures.ts";
import { dialogOf, expectMessage, okOf } from "./journey.ts";
import type { Person } from "./person.ts";
import { ListJourney } from "./screen-journey.ts";

/** A step of a workflow as the test performs it: the button, its confirmation, the inputs and the result. */
export interface Step {
  readonly label: string;
  /** Text of the confirmation dialog that the step opens. Undefined: the test expects no particular text. */
  readonly asks?: string;
  /**
   * Names of the inputs that the dialog asks to enter (`enter`) or to select (`select`) if it is submitted empty. The
   * specification defines the texts (spec admin §5).
   */
  readonly enter?: readonly string[];
  readonly select?: readonly string[];
  readonly fill?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly message: string;
  /** Text that the row must show after the step. */
  readonly shows?: string;
  /** Set if the step removes the row from this list. */
  readonly gone?: true;
  /** Label of the button that sets all items of a checklist to OK. Undefined: the step has no checklist. */
  readonly allOk?: string;
}

export class OperationJourney extends ListJourney {
  /** Gives the page the session of a user, in a language. Returns the texts of this language. */
  static async enter(page: Page, who: Person, code: LocaleCode): Promise<Locale> {
    await become(page, who.token, code);
    return loadLocale(code);
  }

  /**
   * Submits the empty form and expects that it is refused. Then submits the filled form and expects the success text
   * `message`.
   */
  async add(message: string): Promise<void> {
    await this.startAdding();
    await this.save(message);
  }

  /** Searches the list for the text, so that the list shows only the rows of this test. */
  async find(text: string): Promise<void> {
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
    await expectMessage(this.page, s.message);
    await expect(this.page.getByRole("dialog")).toHaveCount(0);
    if (s.gone) await expect(this.row()).toHaveCount(0);
    if (s.shows !== undefined) await expect(this.row()).toContainText(s.shows);
  }

  /**
   * Expects that an action is disabled and shows the reason: a button shows it on keyboard focus, an entry of the
   * overflow menu at once.
   */
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

  /**
   * Expects that the row has none of these buttons, not even in the overflow menu. Used for users without the right.
   */
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
