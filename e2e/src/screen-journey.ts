import type { Locator, Page } from "@playwright/test";
import type { Entity } from "@shotkeeper/contract/kernel";
import type { Locale } from "@shotkeeper/locales";
import { expect, openScreen } from "./fixtures.ts";
import { dialogOf, expectMessage, okOf } from "./journey.ts";

type Values = Readonly<Record<string, string>>;

/** Description of a list screen with a form. `ListJourney` tests every such list in the same way. */
export interface ListDescription {
  readonly path: string;
  readonly entity: Entity;
  /**
   * Values for the form of the new record, by name of the field. A choice is given by the label of its value, a
   * reference by the name of the referenced row.
   */
  readonly fill: Values;
  /**
   * Names of the required fields. A form that is submitted empty asks to enter or to select a value of each of them
   * (texts: spec admin §5).
   */
  readonly enter?: readonly string[];
  readonly select?: readonly string[];
  /** Name of the field with which the test finds the record again. */
  readonly by: string;
  readonly change: readonly [field: string, value: string];
  /**
   * Set if the changed value is in a column too far to the right to be visible without scrolling. The test then does
   * not expect the value in the row.
   */
  readonly unseen?: true;
  readonly removePrompt?: keyof Locale["shell"]["prompts"];
  /** Label of the button that adds a record. Default: the usual label. */
  readonly add?: string;
  /** Set if the page shows this list beside another list. The list's filter is then not in the URL. */
  readonly inner?: true;
  /**
   * Set if another dialog opens after a record was added, for example to show a password. The test then closes this
   * dialog.
   */
  readonly more?: true;
  /**
   * Rows of the file to import. Only for a screen with an import. A row contains only the values that differ from
   * those of the new record (`fill`). The test also imports an invalid file, in which the first value of the first row
   * is missing.
   */
  readonly sheet?: readonly Values[];
}

/** Texts of the buttons of the grid package that the test clicks. */
const words = {
  zh_CN: { more: "更多", xlsx: "导出 Excel", other: "换一个文件" },
  zh_TW: { more: "更多", xlsx: "匯出 Excel", other: "換一個檔案" },
  en: { more: "More", xlsx: "Export to Excel", other: "Another file" },
} as const;

export class ListJourney {
  protected readonly shown: Locator;
  private readonly drawer: Locator;

  constructor(
    protected readonly page: Page,
    protected readonly locale: Locale,
    protected readonly d: ListDescription,
  ) {
    this.shown = page.locator(".sk-page:visible");
    this.drawer = page.locator(".ant-drawer:visible");
  }

  private label(name: string): string {
    return (this.locale.fields as Readonly<Record<string, string>>)[name] ?? name;
  }

  async open(filter = ""): Promise<void> {
    const { path } = this.d;
    await openScreen(this.page, filter ? `${path}${path.includes("?") ? "&" : "?"}filter=${filter}` : path);
  }

  /** Opens the list by a link whose filter finds the record with this value. */
  private openFound(value: string): Promise<void> {
    return this.open(encodeURIComponent(`${this.d.by}~EQ~s${value}`));
  }

  protected row(): Locator {
    const rows = this.shown.locator("[role=row]:has([role=gridcell])");
    return (this.d.inner ? rows.filter({ hasText: this.d.fill[this.d.by] ?? "" }) : rows).first();
  }

  protected async put(
    name: string,
    value: string,
    within = this.drawer,
    field = this.d.entity.fields[name],
  ): Promise<void> {
    const input = within.getByLabel(this.label(name), { exact: true });
    if (field?.reference || field?.options) {
      await input.click();
      if (field.reference) await this.page.keyboard.type(value);
      await this.page
        .locator(".ant-select-dropdown:visible .ant-select-item-option")
        .filter({ hasText: value })
        .first()
        .click();
    } else {
      await input.fill(value);
      if (field?.type === "date" || field?.type === "time") await input.press("Enter");
    }
  }

  protected async save(message: string): Promise<void> {
    await this.drawer.getByRole("button", { name: this.locale.shell.common.save }).click();
    await expectMessage(this.page, message);
    await expect(this.drawer).toHaveCount(0);
  }

  /** Clicks an action of the row. The action may be visible or in the overflow menu. */
  protected async act(name: string): Promise<void> {
    const direct = this.row().getByRole("button", { name, exact: true });
    const more = this.row().getByRole("button", { name: this.locale.shell.common.more, exact: true });
    await expect(direct.or(more).first()).toBeVisible();
    if (await direct.isVisible()) return direct.click();
    await more.click();
    await this.page.getByRole("menuitem", { name, exact: true }).click();
  }

  async expectAsked(enter: readonly string[] = [], select: readonly string[] = []): Promise<void> {
    const { common } = this.locale.shell;
    const dialog = this.page.getByRole("dialog").last();
    for (const name of enter)
      await expect(dialog.getByText(common.enter(this.label(name)), { exact: true })).toBeVisible();
    for (const name of select)
      await expect(dialog.getByText(common.select(this.label(name)), { exact: true })).toBeVisible();
  }

  /** Opens the form, submits the empty form and expects a refusal. Then fills in the form. */
  protected async startAdding(): Promise<void> {
    const { common } = this.locale.shell;
    await this.open();
    await this.shown
      .getByRole("button", { name: new RegExp(`${this.d.add ?? common.add}$`) })
      .first()
      .click();
    await this.drawer.getByRole("button", { name: common.save }).click();
    await this.expectAsked(this.d.enter, this.d.select);
    for (const [name, value] of Object.entries(this.d.fill)) await this.put(name, value);
  }

  /** Adds, changes, finds by link and deletes a record. Expects that the empty form is refused. */
  async addChangeRemove(): Promise<void> {
    const { common, prompts } = this.locale.shell;
    const { errors } = this.locale;
    await this.startAdding();
    await this.save(errors.added);
    if (this.d.more) await this.page.keyboard.press("Escape");
    await expect(this.page.getByRole("dialog")).toHaveCount(0);

    await this.openFound(this.d.fill[this.d.by] ?? "");
    await this.act(common.edit);
    const [changed, value] = this.d.change;
    await this.put(changed, value);
    await this.save(errors.updated);
    if (!this.d.unseen) await expect(this.row()).toContainText(value);

    await this.act(common.remove);
    await expect(this.page.locator(".ant-modal-confirm-title")).toHaveText(
      String(prompts[this.d.removePrompt ?? "remove"]),
    );
    await dialogOf(this.page).getByRole("button", { name: common.remove }).click();
    await expectMessage(this.page, errors.deleted);
    await expect(this.row()).toHaveCount(0);
  }

  private csv(rows: readonly Values[]) {
    const names = Object.keys(rows[0] ?? {});
    const lines = [names.map((n) => this.label(n)), ...rows.map((r) => names.map((n) => r[n] ?? ""))].map(
      (cells) => cells.join(","),
    );
    return { name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`) };
  }

  /** Imports two files. The invalid file must add no row and show its faults. The valid file must add all its rows. */
  async bringIn(): Promise<void> {
    const rows = (this.d.sheet ?? []).map((r) => ({ ...this.d.fill, ...r }));
    if (rows.length === 0) return;
    const { importing, code } = this.locale;
    const [first = {}] = rows;
    await this.open();
    await this.shown.getByRole("button", { name: new RegExp(`${importing.action}$`) }).click();
    const dialog = dialogOf(this.page);
    const file = dialog.locator("input[type=file]");
    await file.setInputFiles(this.csv([{ ...first, [Object.keys(first)[0] ?? ""]: "" }, ...rows.slice(1)]));
    await expect(dialog.locator(".dgi-head .dgi-fault")).toBeVisible();
    await expect(okOf(this.page)).toBeDisabled();
    await dialog.getByRole("button", { name: words[code].other }).click();
    await file.setInputFiles(this.csv(rows));
    await expect(okOf(this.page)).toBeEnabled();
    await okOf(this.page).click();
    await expectMessage(this.page, importing.done(rows.length));
    await this.openFound(String(first[this.d.by]));
    await expect(this.row()).toBeVisible();
  }

  /** Exports the filtered rows into a file. */
  async takeOut(): Promise<void> {
    const w = words[this.locale.code];
    await this.shown.locator(".dg-bar").getByRole("button", { name: w.more, exact: true }).last().click();
    const [download] = await Promise.all([
      this.page.waitForEvent("download"),
      this.page.getByRole("menuitem", { name: w.xlsx }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  }
}
