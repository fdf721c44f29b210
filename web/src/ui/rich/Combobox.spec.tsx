import { render } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Combobox, type ComboboxChoice } from "./Combobox";

const shops = ["Maple Leaf Books", "Boulangerie du Canal", "Corner Café"].map((text, index) => ({
  value: `v${index}`,
  text,
}));
const manyShops = Array.from({ length: 30 }, (_, index) => ({
  value: `v${index}`,
  text: `Shop ${index + 1}`,
}));

const onPick = vi.fn<(choice: ComboboxChoice | undefined) => void>();
const onSearch = vi.fn<(text: string) => void>();
const onMore = vi.fn<() => void>();
const onSubmit = vi.fn<() => void>();
/** Called with the Escapes that the field leaves to a dialog around it. */
const onEscape = vi.fn<() => void>();

function Example({ choices, isDisabled }: { choices: ComboboxChoice[] | undefined; isDisabled: boolean }) {
  const [picked, setPicked] = useState<ComboboxChoice | undefined>(undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && onEscape()}
    >
      <Combobox
        label="Shop"
        disabled={isDisabled}
        picked={picked}
        onPick={(choice) => {
          setPicked(choice);
          onPick(choice);
        }}
        choices={choices}
        onSearch={onSearch}
        onMore={onMore}
      />
    </form>
  );
}

function show(choices: ComboboxChoice[] | undefined, isDisabled = false): void {
  render(<Example choices={choices} isDisabled={isDisabled} />);
}

const input = () => page.getByRole("combobox", { name: "Shop" });
const list = () => page.getByRole("listbox", { name: "Shop" });
const option = (name: string) => page.getByRole("option", { name });
const press = (key: string) => userEvent.keyboard(`{${key}}`);

/** Returns the marked option, where a screen reader is. */
function marked(): Element | null {
  const id = input().element().getAttribute("aria-activedescendant");
  return id === null ? null : document.getElementById(id);
}

beforeEach(() => void vi.clearAllMocks());

describe("Combobox", () => {
  it("opens with all choices on a press, and announces them", async () => {
    show(shops);
    expect(list().elements()).toEqual([]);
    await input().click();
    expect(onSearch).toHaveBeenCalledWith("");
    await expect.element(input()).toHaveAttribute("aria-expanded", "true");
    expect(list().element().id).toBe(input().element().getAttribute("aria-controls"));
    expect(page.getByRole("option").elements()).toHaveLength(3);
    await expect.element(page.getByRole("status")).toHaveTextContent("Results: 3");
  });

  it("is operated by keyboard without submitting the form", async () => {
    show(shops);
    await userEvent.tab();
    await press("ArrowDown");
    expect(marked()?.textContent).toBe("Maple Leaf Books");
    await press("ArrowDown");
    await press("ArrowDown");
    await press("ArrowDown");
    expect(marked()?.textContent).toBe("Corner Café");
    expect(onMore).toHaveBeenCalled();
    await press("ArrowUp");
    await press("Enter");
    expect(onPick).toHaveBeenLastCalledWith(shops[1]);
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.element(input()).toHaveValue("Boulangerie du Canal");
    expect(list().elements()).toEqual([]);
  });

  it("scrolls the marked option into view, and asks for more at the end of the list", async () => {
    show(manyShops);
    await input().click();
    for (let step = 1; step < 20; step += 1) await press("ArrowDown");
    expect(marked()?.textContent).toBe("Shop 20");
    const [inner, outer] = [marked(), list().element()].map((element) => element?.getBoundingClientRect());
    expect(inner?.bottom).toBeLessThanOrEqual(outer?.bottom ?? 0);
    expect(onMore).not.toHaveBeenCalled();
    list().element().scrollTop = 10_000;
    await expect.poll(() => onMore.mock.calls.length).toBe(1);
  });

  it("searches for the typed text, and discards it on Escape, which closes nothing else", async () => {
    show(shops);
    await userEvent.tab();
    await userEvent.keyboard("cor");
    expect(onSearch).toHaveBeenLastCalledWith("cor");
    await expect.element(input()).toHaveValue("cor");
    await press("Escape");
    await expect.element(input()).toHaveValue("");
    expect(onPick).not.toHaveBeenCalled();
    expect(onEscape).not.toHaveBeenCalled();
    await press("Escape");
    expect(onEscape).toHaveBeenCalledOnce();
  });

  it("keeps the choice when a search is left without picking, and clears it with the text", async () => {
    show(shops);
    await input().click();
    await option("Corner Café").click();
    await input().fill("ma");
    await userEvent.tab();
    await expect.element(input()).toHaveValue("Corner Café");
    await input().fill("");
    await userEvent.tab();
    expect(onPick).toHaveBeenLastCalledWith(undefined);
  });

  it("keeps the focus when an option is pressed, marks the chosen one, and has a button to clear it", async () => {
    show(shops);
    await input().click();
    await option("Corner Café").click();
    await expect.element(input()).toHaveFocus();
    await input().click();
    await expect.element(option("Corner Café")).toHaveAttribute("aria-selected", "true");
    await page.getByRole("button", { name: "Clear the choice" }).click();
    expect(onPick).toHaveBeenLastCalledWith(undefined);
    await expect.element(input()).toHaveValue("");
  });

  it.each([
    [undefined, "Loading"],
    [[], "No results"],
  ])("with %j says %s", async (choices, said) => {
    show(choices);
    await input().click();
    // An open list without options must not be exposed as a listbox.
    expect(list().elements()).toEqual([]);
    await expect.element(page.getByRole("status").first()).toHaveTextContent(said);
    await press("ArrowDown");
    await press("Enter");
    expect(onPick).not.toHaveBeenCalled();
  });

  it("stays closed while it is disabled", async () => {
    show(shops, true);
    await expect.element(input()).toBeDisabled();
    await input().click({ force: true });
    await expect.element(input()).toHaveAttribute("aria-expanded", "false");
  });
});
