import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ActionMenu } from "./ActionMenu";

const run = vi.fn<() => void>();
const actions = [
  { label: "Edit", icon: "pencil", run },
  { label: "Print", icon: "download", run: () => undefined, isDisabled: true },
  { label: "Deactivate", icon: "circle-x", run: () => undefined },
] as const;

const button = (name: string) => page.getByRole("button", { name });
const menu = () => page.getByRole("group", { name: "Actions" });

beforeEach(() => {
  vi.clearAllMocks();
  render(
    <>
      <ActionMenu label="Actions" actions={actions} />
      <input aria-label="Elsewhere" />
    </>,
  );
});

describe("ActionMenu", () => {
  it("opens at its button, and closes before its action runs, with the focus back on the button", async () => {
    expect(menu().elements()).toEqual([]);
    await button("Actions").click();
    await expect.element(button("Edit")).toHaveFocus();
    run.mockImplementation(() => expect(menu().elements()).toEqual([]));
    await button("Edit").click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(button("Actions")).toHaveFocus();
  });

  it("is operated by arrow keys, which wrap around and skip disabled actions", async () => {
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(button("Edit")).toHaveFocus();
    for (const [key, name] of [
      ["{ArrowDown}", "Deactivate"],
      ["{ArrowDown}", "Edit"],
      ["{ArrowUp}", "Deactivate"],
      ["{Home}", "Edit"],
      ["{End}", "Deactivate"],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(button(name)).toHaveFocus();
    }
  });

  it("closes when the focus leaves it, and not between its actions", async () => {
    await button("Actions").click();
    await expect.element(button("Edit")).toHaveFocus();
    await userEvent.tab();
    await expect.element(button("Deactivate")).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByLabelText("Elsewhere")).toHaveFocus();
    expect(menu().elements()).toEqual([]);
  });
});
