// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { DeskPeople } from "./searchResults";
import type { DeskPerson } from "./queries";

const person = (name: string, role: DeskPerson["role"]): DeskPerson => ({
  id: name,
  name,
  email: `${name}@desk.example`,
  role,
  tenantName: null,
  isActive: true,
});
const billie = [person("Billie", "CONSUMER"), person("Billie", "MANAGER")];
const leah = [person("Leah", "CONSUMER")];

function Found() {
  const [rows, setRows] = useState(billie);
  return (
    <>
      <button type="button" onClick={() => setRows(leah)}>
        Search Leah
      </button>
      <DeskPeople rows={rows} />
    </>
  );
}

it("found people: those with two roles disappear with their search", () => {
  renderPiece(<Found />);
  expect(screen.getAllByText("Billie")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Search Leah" }));
  expect(screen.getAllByText("Leah")).toHaveLength(1);
  expect(screen.queryByText("Billie")).toBeNull();
});
