// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
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

function selectedTab() {
  return screen.getByRole("tab", { selected: true });
}

it("Tabs: shows the panel of the pressed tab, named by it", () => {
  render(<Example />);
  fireEvent.click(screen.getByRole("tab", { name: "SUPPORTING VENDORS" }));
  expect(screen.getByRole("tabpanel", { name: "SUPPORTING VENDORS" }).textContent).toBe("panel of vendors");
});

it("Tabs: is one tab stop; arrows wrap around, Home and End jump, and the focus follows", () => {
  render(<Example />);
  expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  const steps = [
    ["ArrowLeft", "ABOUT"],
    ["ArrowRight", "CAMPAIGNS"],
    ["ArrowRight", "SUPPORTING VENDORS"],
    ["Home", "CAMPAIGNS"],
    ["End", "ABOUT"],
    ["x", "ABOUT"],
  ] as const;
  selectedTab().focus();
  for (const [key, name] of steps) {
    fireEvent.keyDown(selectedTab(), { key });
    expect(selectedTab().textContent, key).toBe(name);
    expect(document.activeElement, key).toBe(selectedTab());
  }
});
