// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { currentProfile } from "@/session/current";
import { renderPiece, signInAs, type Who } from "@/shared/testing/render";
import { PaletteButton } from "./PaletteButton";
import { goShortcuts } from "./shortcuts";

/** Types at the speed of fingers or of a scanner. */
function press(keys: string, pauseMs: number, target: Element = document.body): void {
  for (const key of keys) {
    now += pauseMs;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: now });
    fireEvent(target, event);
  }
}

let now = 0;

function show(as: Who) {
  signInAs(as);
  return renderPiece(
    <>
      <input aria-label="Name" />
      <main>
        <input type="search" aria-label="Search" />
      </main>
      <PaletteButton />
    </>,
  );
}

describe("useShortcuts", () => {
  beforeEach(() => {
    now = 10_000;
  });

  it("opens a page by two keys typed in sequence", () => {
    const router = show("manager");
    press("gu", 200);
    expect(router.state.location.pathname).toBe("/admin/vendor/users");
  });

  it.each([
    ["a scanner's keys", 5, "body"],
    ["keys too far apart", 2000, "body"],
    ["keys in a field", 200, "field"],
  ])("ignores %s", (_, pause, where) => {
    const router = show("manager");
    press("gu", pause, where === "field" ? screen.getByLabelText("Name") : document.body);
    expect(router.state.location.pathname).toBe("/");
  });

  it("keeps keys typed before the palette opens as its first letters", async () => {
    const router = show("manager");
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    press("gu", 200);
    expect(await screen.findByRole("combobox")).toHaveProperty("value", "gu");
    expect(router.state.location.pathname).toBe("/");
  });

  it("focuses the page's search by a slash", () => {
    show("manager");
    press("/", 200);
    expect(document.activeElement).toBe(screen.getByLabelText("Search"));
  });

  it("lists the keys of the user's pages by a question mark", async () => {
    show("charity manager");
    press("?", 200);
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Campaigns").closest("div")?.textContent).toContain("C");
    expect(within(dialog).queryByText("Card Transactions")).toBeNull();
  });

  it.each<Who>(["super administrator", "manager", "charity manager", "clerk"])(
    "has unique keys for a %s",
    (who) => {
      signInAs(who);
      const profile = currentProfile();
      const keys = (profile ? goShortcuts(profile) : []).map(({ keys: [, key] }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );
});
