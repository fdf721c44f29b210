// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ActionMenu } from "./ActionMenu";

it("ActionMenu: closes when the focus leaves it, and not between its actions", () => {
  const hidePopover = vi.fn<() => void>();
  // jsdom has no popovers.
  Object.assign(HTMLElement.prototype, { hidePopover });
  const actions = [
    { label: "Edit", icon: "pencil", run: () => undefined },
    { label: "Deactivate", icon: "circle-x", run: () => undefined },
  ] as const;
  render(
    <>
      <ActionMenu label="Actions" actions={actions} />
      <input aria-label="Elsewhere" />
    </>,
  );
  const [edit, deactivate] = ["Edit", "Deactivate"].map((name) =>
    screen.getByRole("button", { name, hidden: true }),
  );
  fireEvent.blur(edit as HTMLElement, { relatedTarget: deactivate });
  expect(hidePopover).not.toHaveBeenCalled();
  fireEvent.blur(deactivate as HTMLElement, { relatedTarget: screen.getByLabelText("Elsewhere") });
  expect(hidePopover).toHaveBeenCalledOnce();
  Reflect.deleteProperty(HTMLElement.prototype, "hidePopover");
});
