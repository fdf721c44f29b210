import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { ResourceListPage } from "@/areas/portal/kit/ResourceListPage";
import { m } from "@/i18n";
import type { Column } from "@/shared/table/DataTable";
import { viewAsAction, type TenantItem, type TenantResource } from "./config";
import { SwitchTenantDialog } from "./dialogs";
import { useTenantFilters } from "./listOptions";
import { StateChip, stateName } from "./StateChip";
import type { Tenant } from "./values";

interface TenantListProps<Item extends TenantItem, Found extends Tenant> {
  tenants: TenantResource<Item, Found>;
  /** Returns the text below the name. */
  noteOf: (item: Item) => string | null;
  /** Columns that only one of the two kinds has. */
  figures?: readonly Column<Item>[];
}

/** List of all vendors or charities, newest first, because new ones wait for a decision. */
export function TenantList<Item extends TenantItem, Found extends Tenant>(
  props: TenantListProps<Item, Found>,
) {
  const { tenants, noteOf, figures = [] } = props;
  const { labels, picture } = tenants;
  return (
    <ResourceListPage
      resource={tenants}
      filters={useTenantFilters(picture)}
      add={tenants.paths.add}
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
      actionsOf={({ id }, edit) => [
        { label: labels.open(), icon: "arrow-right", to: edit },
        { ...viewAsAction(tenants, id), label: labels.view() },
      ]}
      switchDialog={(tenant, onClose) => (
        <SwitchTenantDialog config={tenants} tenant={tenant} onClose={onClose} />
      )}
    />
  );
}
