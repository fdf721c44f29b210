import { render } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Tabs } from "./Tabs";

const tabs = [
  { name: "campaigns", label: "CAMPAIGNS" },
  { name: "vendors", label: "SUPPORTING VENDORS" },
  { name: "about", label: "ABOUT" },
] as const;

function Example() {
  const [selected, setSelected] = useState<(typeof tabs)[number]["name"]>("campaigns");
  return (
    <Tabs label="Charity" tabs={tabs} selected={selected} onSelect={setSelected}>
      panel of {selected}
    </Tabs>
  );
}

const selectedTab = () => page.getByRole("tab", { selected: true });

describe("Tabs", () => {
  it("shows the panel of the pressed tab, named by it", async () => {
    render(<Example />);
    await page.getByRole("tab", { name: "SUPPORTING VENDORS" }).click();
    const panel = page.getByRole("tabpanel", { name: "SUPPORTING VENDORS" });
    await expect.element(panel).toHaveTextContent("panel of vendors");
  });

  it("is one tab stop; arrows wrap around, Home and End jump, and the focus follows", async () => {
    render(<Example />);
    await userEvent.tab();
    const steps = [
      ["{ArrowLeft}", "ABOUT"],
      ["{ArrowRight}", "CAMPAIGNS"],
      ["{ArrowRight}", "SUPPORTING VENDORS"],
      ["{Home}", "CAMPAIGNS"],
      ["{End}", "ABOUT"],
      ["x", "ABOUT"],
    ] as const;
    for (const [key, name] of steps) {
      await userEvent.keyboard(key);
      await expect.element(selectedTab()).toHaveTextContent(name);
      await expect.element(selectedTab()).toHaveFocus();
    }
    await userEvent.tab();
    await expect.element(page.getByRole("tabpanel")).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(selectedTab()).toHaveFocus();
  });
});
