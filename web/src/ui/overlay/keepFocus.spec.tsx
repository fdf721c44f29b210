// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

function Steps() {
  const [isDone, setIsDone] = useState(false);
  return (
    <section>
      <h2>Steps</h2>
      {isDone ? (
        <p>Done</p>
      ) : (
        <button type="button" onClick={() => setIsDone(true)}>
          Go on
        </button>
      )}
    </section>
  );
}

function Message() {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button type="button">Save</button>
      <div popover="manual">
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
  cleanup();
});

async function pressFocused(name: string): Promise<void> {
  const button = screen.getByText(name);
  act(() => button.focus());
  await act(async () => fireEvent.click(button));
}

const focused = () => document.activeElement;

describe("keepFocus", () => {
  it("moves from a removed row to the next one, else the previous one, else the list's heading", async () => {
    render(<List />);
    await pressFocused("Remove Bob");
    await waitFor(() => expect(focused()).toBe(screen.getByTestId("Cleo")));
    await pressFocused("Remove Cleo");
    await waitFor(() => expect(focused()).toBe(screen.getByTestId("Ann")));
    await pressFocused("Remove Ann");
    await waitFor(() => expect(focused()).toBe(screen.getByText("People")));
  });

  it("moves from a completed step to the heading above it", async () => {
    render(<Steps />);
    await pressFocused("Go on");
    await waitFor(() => expect(focused()).toBe(screen.getByText("Steps")));
  });

  it("moves from a dismissed toast to the element before it", async () => {
    render(<Message />);
    act(() => screen.getByText("Save").focus());
    await pressFocused("Dismiss");
    await waitFor(() => expect(focused()).toBe(screen.getByText("Save")));
  });

  it("does nothing when the user moved the focus", async () => {
    render(<Steps />);
    const button = screen.getByText("Go on");
    act(() => button.focus());
    act(() => button.blur());
    await new Promise((resolve) => setTimeout(resolve));
    await act(async () => fireEvent.click(button));
    await screen.findByText("Done");
    expect(focused()).toBe(document.body);
  });
});
