// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Button } from "./Button";

it("Button: doesn't submit a form by default", () => {
  render(<Button>Save</Button>);
  expect(screen.getByRole("button")).toHaveProperty("type", "button");
});

it("Button: ignores presses while busy, and keeps its name and focus", () => {
  const onClick = vi.fn<() => void>();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  const button = screen.getByRole("button", { name: "Save" });
  button.focus();
  fireEvent.click(button);
  rerender(
    <Button onClick={onClick} isBusy>
      Save
    </Button>,
  );
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
});

it("Button: doesn't submit its form while busy", () => {
  const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
      <Button type="submit" isBusy>
        Save
      </Button>
    </form>,
  );
  fireEvent.click(screen.getByRole("button"));
  expect(onSubmit).not.toHaveBeenCalled();
});
