// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Combobox, type ComboboxChoice } from "./Combobox";

const shops = ["Maple Leaf Books", "Boulangerie du Canal", "Corner Café"].map((text, index) => ({
  value: `v${index}`,
  text,
}));

const onPick = vi.fn<(choice: ComboboxChoice | undefined) => void>();
const onSearch = vi.fn<(text: string) => void>();
const onMore = vi.fn<() => void>();
const onSubmit = vi.fn<() => void>();

function Example({ choices, isDisabled }: { choices: ComboboxChoice[] | undefined; isDisabled: boolean }) {
  const [picked, setPicked] = useState<ComboboxChoice | undefined>(undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
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

function show(choices: ComboboxChoice[] | undefined, isDisabled = false) {
  render(<Example choices={choices} isDisabled={isDisabled} />);
  return screen.getByRole<HTMLInputElement>("combobox", { name: "Shop" });
}

const press = (key: string) => fireEvent.keyDown(screen.getByRole("combobox"), { key });
const active = () => {
  const id = screen.getByRole("combobox").getAttribute("aria-activedescendant");
  return id === null ? undefined : document.getElementById(id)?.textContent;
};

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => void vi.clearAllMocks());

describe("Combobox", () => {
  it("opens with all choices on a press, and announces them", () => {
    const input = show(shops);
    expect(screen.queryByRole("listbox")).toBeNull();
    fireEvent.click(input);
    expect(onSearch).toHaveBeenCalledWith("");
    expect(input.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByRole("listbox").id).toBe(input.getAttribute("aria-controls"));
    expect(screen.getAllByRole("option")).toHaveLength(3);
    expect(screen.getByRole("status").textContent).toBe("Results: 3");
  });

  it("is operated by keyboard without submitting the form", () => {
    const input = show(shops);
    press("ArrowDown");
    expect(active()).toBe("Maple Leaf Books");
    press("ArrowDown");
    press("ArrowDown");
    press("ArrowDown");
    expect(active()).toBe("Corner Café");
    expect(onMore).toHaveBeenCalled();
    press("ArrowUp");
    press("Enter");
    expect(onPick).toHaveBeenLastCalledWith(shops[1]);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(input.value).toBe("Boulangerie du Canal");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("searches for the typed text, and discards it on Escape, which closes nothing else", () => {
    const input = show(shops);
    fireEvent.change(input, { target: { value: "cor" } });
    expect(onSearch).toHaveBeenLastCalledWith("cor");
    expect(input.value).toBe("cor");
    expect(press("Escape")).toBe(false);
    expect(input.value).toBe("");
    expect(onPick).not.toHaveBeenCalled();
    expect(press("Escape")).toBe(true);
  });

  it("keeps the choice when a search is left without picking, and clears it with the text", () => {
    const input = show(shops);
    fireEvent.click(input);
    fireEvent.click(screen.getByRole("option", { name: "Corner Café" }));
    fireEvent.change(input, { target: { value: "ma" } });
    fireEvent.blur(input);
    expect(input.value).toBe("Corner Café");
    fireEvent.change(input, { target: { value: "" } });
    fireEvent.blur(input);
    expect(onPick).toHaveBeenLastCalledWith(undefined);
  });

  it("marks the chosen option, and has a button to clear it", () => {
    const input = show(shops);
    fireEvent.click(input);
    fireEvent.click(screen.getByRole("option", { name: "Corner Café" }));
    fireEvent.click(input);
    const chosen = screen.getByRole("option", { name: "Corner Café" });
    expect(chosen.getAttribute("aria-selected")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Clear the choice" }));
    expect(onPick).toHaveBeenLastCalledWith(undefined);
    expect(input.value).toBe("");
  });

  it.each([
    [undefined, "Loading"],
    [[], "No results"],
  ])("with %j says %s", (choices, said) => {
    fireEvent.click(show(choices));
    // An open list without options must not be exposed as a listbox.
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(screen.getByRole("status").textContent).toBe(said);
    press("ArrowDown");
    press("Enter");
    expect(onPick).not.toHaveBeenCalled();
  });

  it("stays closed while it is disabled", () => {
    const input = show(shops, true);
    fireEvent.click(input);
    expect(input.disabled).toBe(true);
    expect(input.getAttribute("aria-expanded")).toBe("false");
  });
});
