import { useState } from "react";
import { BulkSwitch } from "@/areas/portal/kit/BulkSwitch";
import { useListPlace } from "@/areas/portal/kit/place";
import { switchAction } from "@/areas/portal/kit/status";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { m } from "@/i18n";
import type { AnyQuery } from "@/shared/table/anyQuery";
import type { Column } from "@/shared/table/DataTable";
import { ListPage } from "@/shared/table/ListPage";
import { RowMenu } from "@/shared/table/RowMenu";
import type { ListState, Paged } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";
import { viewAsAction, type TenantConfig, type TenantItem } from "./config";
import { SwitchTenantDialog } from "./dialogs";
import { tenantListOptions, useTenantFilters } from "./listOptions";
import { StateChip, stateName } from "./StateChip";

interface TenantListProps<Item extends TenantItem> {
  config: TenantConfig;
  query: (list: ListState) => AnyQuery<Paged<Item>>;
  /** Returns the text below the name. */
  noteOf: (item: Item) => string | null;
  /** Columns that only one of the two kinds has. */
  figures?: readonly Column<Item>[];
}

/** List of all vendors or charities, newest first, because new ones wait for a decision. */
export function TenantList<Item extends TenantItem>(props: TenantListProps<Item>) {
  const { config, query, noteOf, figures = [] } = props;
  const { labels, paths, picture } = config;
  const list = useListState({ ...tenantListOptions, filters: useTenantFilters(picture) });
  const [toSwitch, setToSwitch] = useState<Item>();
  const { at } = useListPlace(paths.list);

  return (
    <ListPage
      name={picture === "vendor" ? "vendors" : "charities"}
      title={labels.title()}
      add={{ to: paths.add, label: labels.add() }}
      list={list}
      searchLabel={labels.search()}
      query={query}
      idOf={({ id }) => id}
      nameOf={({ displayName }) => displayName}
      columns={[
        {
          id: "displayName",
          label: m.tenants_display_name,
          isSortable: true,
          className: "font-semibold md:min-w-48",
          text: ({ displayName }) => displayName,
          cell: (item) => (
            <PictureTile
              kind={picture}
              pictureKey={item.logoPath}
              name={item.displayName}
              note={noteOf(item) ?? undefined}
            />
          ),
        },
        {
          id: "businessNumber",
          label: m.field_business_number,
          isSortable: true,
          isDeskOnly: true,
          isWideOnly: figures.length > 0,
          className: "tabular-nums",
          text: ({ businessNumber }) => businessNumber,
        },
        ...figures,
        {
          id: "state",
          label: m.lists_active,
          isStatus: true,
          text: ({ state }) => stateName(state),
          cell: ({ state, closedAt }) => <StateChip state={state} closedAt={closedAt} />,
        },
      ]}
      placeOf={({ id }) => at(paths.edit(id))}
      actions={(item) => (
        <RowMenu
          name={item.displayName}
          actions={[
            { label: labels.open(), icon: "arrow-right", to: at(paths.edit(item.id)) },
            { ...viewAsAction(config, item.id), label: labels.view() },
            switchAction(item.isActive, () => setToSwitch(item)),
          ]}
        />
      )}
      none={labels.none()}
      bulk={(rows, done) => (
        <BulkSwitch
          rows={rows}
          nameOf={({ displayName }) => displayName}
          labels={labels}
          setStatus={config.setStatus}
          invalidates={config.invalidates}
          onDone={done}
        />
      )}
    >
      {toSwitch && (
        <SwitchTenantDialog config={config} tenant={toSwitch} onClose={() => setToSwitch(undefined)} />
      )}
    </ListPage>
  );
}
