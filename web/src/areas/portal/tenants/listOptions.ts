// Filters of the list of vendors or charities.
import { useQuery } from "@tanstack/react-query";
import { categoriesQuery, organizationTypesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { formatPercent } from "@/lib/money";
import { choiceFilter, daysFilter, type Filter } from "@/shared/table/filters";
import type { Choice } from "@/ui/form/ChoiceSelect";
import type { TenantConfig } from "./config";
import { stateName } from "./StateChip";
import { TENANT_STATES } from "./narrowing";

const stateFilter = choiceFilter({
  name: "state",
  label: m.lists_state,
  everything: m.lists_any_state,
  choices: () => TENANT_STATES.map((state) => ({ value: state, text: stateName(state) })),
});

const percents = (from: number, to: number): readonly Choice[] =>
  Array.from({ length: to - from + 1 }, (_, place) => ({
    value: String(from + place),
    text: formatPercent(from + place),
  }));

const charityRateFilter = choiceFilter({
  name: "charityRate",
  label: m.vendors_charity_part,
  everything: m.vendors_any_charity_rate,
  choices: () => percents(5, 10),
});

/** Filters by a shop's terms and money. */
const shopFilters: readonly Filter[] = [
  choiceFilter({
    name: "sharePercentage",
    label: m.vendors_share_percentage,
    everything: m.vendors_any_share,
    choices: () => percents(0, 30),
  }),
  ...(brand.hasCharities ? [charityRateFilter] : []),
  choiceFilter({
    name: "hasBalance",
    label: m.vendors_balance,
    everything: m.vendors_any_balance,
    choices: () => [
      { value: "true", text: m.vendors_with_balance() },
      { value: "false", text: m.vendors_without_balance() },
    ],
  }),
];

/** Returns the filters, with choices from the directory. */
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
    ...(isShop ? shopFilters : []),
    daysFilter(undefined, m.tenants_created),
  ];
}
