import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { AmountButtons } from "./AmountButtons";
import { Checkbox } from "./Checkbox";
import { PasswordField } from "./PasswordField";
import { RadioGroup } from "./RadioGroup";
import { Select } from "./Select";
import { Switch } from "./Switch";
import { TextField } from "./TextField";

/** Returns the texts that a screen reader adds to a control's name. */
function descriptionOf(control: HTMLElement): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" | ");
}

it("Field: connects label, hint and error with the control", () => {
  render(<TextField label="Email" hint="We write once." error="Email is not in correct format." />);
  const input = screen.getByLabelText("Email");
  expect(descriptionOf(input)).toBe("We write once. | Email is not in correct format.");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-required")).toBe("true");
});

it("Field: marks an optional field", () => {
  render(<TextField label="Website" isOptional />);
  const input = screen.getByLabelText("Website (optional)");
  expect(input.getAttribute("aria-required")).toBeNull();
  expect(input.getAttribute("aria-describedby")).toBeNull();
});

it("Select: offers its choices as a native list", () => {
  render(
    <Select
      label="Region"
      choices={[
        { value: "", text: "All Regions" },
        { value: "on", text: "Ontario" },
      ]}
      defaultValue="on"
    />,
  );
  const select = screen.getByLabelText("Region");
  expect(select.tagName).toBe("SELECT");
  expect(select).toHaveProperty("value", "on");
});

it("Checkbox: connects its error", () => {
  render(<Checkbox label="I am over 18" error="Agree field is required." />);
  const box = screen.getByRole("checkbox", { name: "I am over 18" });
  expect(descriptionOf(box)).toBe("Agree field is required.");
});

it("Switch: has the role of a switch", () => {
  render(<Switch label="Role active" defaultChecked />);
  expect(screen.getByRole("switch", { name: "Role active" })).toHaveProperty("checked", true);
});

it("RadioGroup: groups its buttons under the legend", async () => {
  const onPick = vi.fn<(value: string) => void>();
  const choices = [
    { value: "me", text: "For me" },
    { value: "gift", text: "A gift" },
  ];
  render(<RadioGroup legend="Who is it for?" choices={choices} value="me" onPick={onPick} />);
  expect(screen.getByRole("group", { name: "Who is it for?" })).toBeDefined();
  await page.getByText("A gift").click();
  expect(onPick).toHaveBeenCalledWith("gift");
});

it("AmountButtons: shows the amounts in ascending order and reports the number", async () => {
  const onPick = vi.fn<(amount: number) => void>();
  render(<AmountButtons legend="Amount" amounts={[100, 25, 50]} value={25} onPick={onPick} />);
  const radios = screen.getAllByRole<HTMLInputElement>("radio");
  expect(radios.map((radio) => radio.value)).toEqual(["25", "50", "100"]);
  expect(radios.map((radio) => radio.checked)).toEqual([true, false, false]);
  await page.getByText("$50").click();
  expect(onPick).toHaveBeenCalledWith(50);
});

it("PasswordField: hides the password until its button is pressed", async () => {
  render(<PasswordField label="Password" defaultValue="open sesame" />);
  const input = screen.getByLabelText("Password");
  expect(input).toHaveProperty("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  expect(input).toHaveProperty("type", "text");
  expect(input).toHaveProperty("value", "open sesame");
  await page.getByRole("button", { name: "Hide password" }).click();
  expect(input).toHaveProperty("type", "password");
});
