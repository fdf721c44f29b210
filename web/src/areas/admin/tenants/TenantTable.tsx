import type { ReactNode } from "react";
import { EditLink } from "@/areas/admin/lists/EditLink";
import { ActionsHeader, RowActions } from "@/areas/admin/lists/RowActions";
import { SwitchButton } from "@/areas/admin/lists/SwitchButton";
import { PictureTile } from "@/areas/admin/pictures/PictureTile";
import { m } from "@/i18n";
import { SortHeader, type Sorting } from "@/shared/table/SortHeader";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";
import { LinkButton } from "@/ui/LinkButton";
import type { TenantItem, TenantsAbout } from "./about";
import { StateChip } from "./StateChip";

/** A figure that only one of the two kinds has. */
export interface Figure<Item> {
  label: string;
  cell: (item: Item) => ReactNode;
}

interface TenantTableProps<Item extends TenantItem> {
  about: TenantsAbout;
  items: readonly Item[] | undefined;
  figures: readonly Figure<Item>[];
  noteOf: (item: Item) => string | undefined;
  query: RowsQuery;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onSwitch: (item: Item) => void;
  empty: ReactNode;
}

export function TenantTable<Item extends TenantItem>(props: TenantTableProps<Item>) {
  const { about, items, figures, noteOf, query, sorting, onSort, empty } = props;
  const header = (
    <>
      <SortHeader column="displayName" sorting={sorting} onSort={onSort}>
        {m.tenants_display_name()}
      </SortHeader>
      <SortHeader column="businessNumber" sorting={sorting} onSort={onSort}>
        {m.field_business_number()}
      </SortHeader>
      {figures.map(({ label }) => (
        <HeaderCell key={label} isNumber className="max-w-28 whitespace-normal">
          {label}
        </HeaderCell>
      ))}
      <HeaderCell>{m.lists_active()}</HeaderCell>
      <ActionsHeader />
    </>
  );
  const rowOf = (item: Item) => (
    <tr key={item.id}>
      <Cell className="font-semibold">
        <PictureTile
          kind={about.picture}
          pictureKey={item.logoPath}
          name={item.displayName}
          note={noteOf(item)}
        />
      </Cell>
      <Cell label={m.field_business_number()} className="tabular-nums">
        {item.businessNumber}
      </Cell>
      {figures.map(({ label, cell }) => (
        <Cell key={label} label={label} isNumber>
          {cell(item)}
        </Cell>
      ))}
      <Cell isStatus>
        <StateChip state={item.state} />
      </Cell>
      <TenantActions {...props} item={item} />
    </tr>
  );
  return (
    <Table
      caption={about.words.title()}
      header={header}
      columnCount={figures.length + 4}
      query={query}
      isStacking
      empty={empty}
      rows={items?.map(rowOf)}
    />
  );
}

type TenantActionsProps<Item extends TenantItem> = Pick<TenantTableProps<Item>, "about" | "onSwitch"> & {
  item: Item;
};

function TenantActions<Item extends TenantItem>({ about, item, onSwitch }: TenantActionsProps<Item>) {
  const name = item.displayName;
  return (
    <RowActions>
      <SwitchButton name={name} isActive={item.isActive} onPress={() => onSwitch(item)} />
      <LinkButton
        size="small"
        variant="quiet"
        to={about.places.view(item.id)}
        aria-label={m.tenants_view_one({ name })}
      >
        {m.tenants_view()}
      </LinkButton>
      <EditLink to={about.places.edit(item.id)} name={name} />
    </RowActions>
  );
}
