import { render } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { keepFocus } from "./keepFocus";

function List() {
  const [names, setNames] = useState(["Ann", "Bob", "Cleo"]);
  return (
    <section>
      <h2>People</h2>
      <ul>
        {names.map((name) => (
          <li key={name} data-testid={name}>
            <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ isDone }: { isDone: boolean }) {
  return (
    <section>
      <h2>Steps</h2>
      {isDone ? <p>Done</p> : <button type="button">Next</button>}
    </section>
  );
}

function Message() {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button type="button">Save</button>
      <div popover="manual" className="m-auto" ref={(popover) => popover?.showPopover()}>
        {isShown && (
          <button type="button" onClick={() => setIsShown(false)}>
            Dismiss
          </button>
        )}
      </div>
    </>
  );
}

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const press = (name: string) => page.getByRole("button", { name }).click();

describe("keepFocus", () => {
  it("moves from a removed row to the next one, else the previous one, else the list's heading", async () => {
    render(<List />);
    await press("Remove Bob");
    await expect.element(page.getByTestId("Cleo")).toHaveFocus();
    await press("Remove Cleo");
    await expect.element(page.getByTestId("Ann")).toHaveFocus();
    await press("Remove Ann");
    await expect.element(page.getByText("People")).toHaveFocus();
  });

  it("moves from a completed step to the heading above it", async () => {
    const { rerender } = render(<Steps isDone={false} />);
    await press("Next");
    rerender(<Steps isDone />);
    await expect.element(page.getByText("Steps")).toHaveFocus();
  });

  it("moves from a dismissed toast to the element before it", async () => {
    render(<Message />);
    await press("Save");
    await press("Dismiss");
    await expect.element(page.getByRole("button", { name: "Save" })).toHaveFocus();
  });

  it("does nothing when the user moved the focus", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { rerender } = render(<Steps isDone={false} />);
    await press("Next");
    await page.getByText("Steps").click();
    vi.runAllTimers();
    rerender(<Steps isDone />);
    // Changes of the page are noticed in a microtask.
    await Promise.resolve();
    vi.runAllTimers();
    expect(document.activeElement).toBe(document.body);
  });
});
