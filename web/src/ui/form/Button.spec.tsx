import { render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Button } from "./Button";

const button = () => page.getByRole("button", { name: "Save" });

describe("Button", () => {
  it("ignores presses while busy, and keeps its name and focus", async () => {
    const onClick = vi.fn<() => void>();
    const { rerender } = render(<Button onClick={onClick}>Save</Button>);
    await button().click();
    rerender(
      <Button onClick={onClick} isBusy>
        Save
      </Button>,
    );
    await button().click({ force: true });
    await userEvent.keyboard("{Enter}");
    expect(onClick).toHaveBeenCalledTimes(1);
    await expect.element(button()).toHaveAttribute("aria-busy", "true");
    await expect.element(button()).toHaveAttribute("aria-disabled", "true");
    await expect.element(button()).toHaveFocus();
  });

  it("submits its form only if it is made for that and not busy", async () => {
    const onSubmit = vi.fn<() => void>();
    const form = (type?: "submit", isBusy = false) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Button type={type} isBusy={isBusy}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form());
    await button().click();
    rerender(form("submit", true));
    await button().click({ force: true });
    expect(onSubmit).not.toHaveBeenCalled();
    rerender(form("submit"));
    await button().click();
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});
