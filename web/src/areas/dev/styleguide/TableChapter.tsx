import { useState } from "react";
import { SortHeader, type Sorting } from "@/shared/table/SortHeader";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { TableFooter } from "@/shared/table/TableFooter";
import { StatusChip } from "@/ui/list/Chip";
import { IconButton } from "@/ui/form/IconButton";
import { Money } from "@/ui/Money";
import { Chapter, Sample } from "./Sample";

const vendors = Array.from({ length: 34 }, (_, index) => ({
  name: `Vendor ${String(index + 1).padStart(2, "0")}`,
  sold: ((index * 7919) % 4000) + 12.5,
  isActive: index % 3 !== 0,
}));

const COLUMN_COUNT = 4;

export function TableChapter() {
  const [sorting, setSorting] = useState<Sorting>({ orderBy: "name", direction: "Asc" });
  const [place, setPlace] = useState({ page: 1, pageSize: 10 });
  const sign = sorting.direction === "Asc" ? 1 : -1;
  const rows = vendors
    .toSorted((a, b) => sign * (sorting.orderBy === "sold" ? a.sold - b.sold : a.name.localeCompare(b.name)))
    .slice((place.page - 1) * place.pageSize, place.page * place.pageSize)
    .map(({ name, sold, isActive }) => (
      <tr key={name}>
        <Cell>{name}</Cell>
        <Cell isNumber>
          <Money amount={sold} />
        </Cell>
        <Cell>
          <StatusChip isOn={isActive}>{isActive ? "Active" : "Inactive"}</StatusChip>
        </Cell>
        <Cell>
          <IconButton icon="pencil" label={`Edit ${name}`} />
        </Cell>
      </tr>
    ));
  const header = (
    <>
      <SortHeader column="name" sorting={sorting} onSort={setSorting}>
        Display Name
      </SortHeader>
      <SortHeader column="sold" sorting={sorting} onSort={setSorting} isNumber>
        Sold
      </SortHeader>
      <HeaderCell>Active</HeaderCell>
      <HeaderCell>Actions</HeaderCell>
    </>
  );
  return (
    <Chapter title="Table">
      <Sample title="With rows">
        <Table caption="Vendors" header={header} columnCount={COLUMN_COUNT} rows={rows} />
        <TableFooter {...place} total={vendors.length} onPage={setPlace} />
      </Sample>
      <Sample title="Loading">
        <Table caption="Vendors on their way" header={header} columnCount={COLUMN_COUNT} rows={undefined} />
      </Sample>
      <Sample title="Empty">
        <Table caption="No vendors" header={header} columnCount={COLUMN_COUNT} rows={[]} />
      </Sample>
    </Chapter>
  );
}
