// What the list of vendors or charities is sorted and narrowed by, which forms know, too: they lead to the next one of it.
import { useQuery } from "@tanstack/react-query";
import { categoriesQuery, organizationTypesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { choiceFilter, type Filter } from "@/shared/table/filters";
import type { ListState } from "@/shared/table/useListState";
import type { Choice } from "@/ui/ChoiceSelect";
import type { TenantConfig } from "./config";
import { stateName } from "./StateChip";
import { TENANT_STATES } from "./values";

const stateFilter = choiceFilter({
  name: "state",
  label: m.lists_state,
  everything: m.lists_any_state,
  choices: () => TENANT_STATES.map((state) => ({ value: state, text: stateName(state) })),
});

export const tenantListOptions = {
  columns: ["displayName", "businessNumber", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
  filters: [stateFilter],
} as const;

/** Filters whose choices are kept in the directory. */
export function useTenantFilters(picture: TenantConfig["picture"]): readonly Filter[] {
  const isShop = picture === "vendor";
  const categories = useQuery({ ...categoriesQuery(), select: choicesInLanguage, enabled: isShop }).data;
  const kinds = useQuery({ ...organizationTypesQuery(), select: choicesInLanguage, enabled: !isShop }).data;
  const regions = useQuery(regionsQuery()).data;
  const sortedUnder = isShop
    ? { name: "categoryId", label: m.field_category, everything: m.tenants_any_category, choices: categories }
    : {
        name: "organizationId",
        label: m.field_organization_type,
        everything: m.tenants_any_kind,
        choices: kinds,
      };
  const region = {
    name: "regionId",
    label: m.tenants_region,
    everything: m.tenants_any_region,
    choices: regions,
  };
  return [
    stateFilter,
    ...[sortedUnder, region].map(({ choices = [], ...filter }) =>
      choiceFilter({ ...filter, choices: (): readonly Choice[] => choices }),
    ),
  ];
}

/** Filters of the list as its call takes them; a state that there is not narrows nothing. */
export function narrowingOf({ filter }: Pick<ListState, "filter">): object {
  const asked = {
    state: TENANT_STATES.find((each) => each === filter("state")),
    categoryId: filter("categoryId"),
    organizationId: filter("organizationId"),
    regionId: filter("regionId"),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}
