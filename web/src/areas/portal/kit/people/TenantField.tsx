import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { errorText } from "@/api/error";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { useControlledField } from "@/shared/form/useControlledField";
import { Combobox, type ComboboxChoice } from "@/ui/rich/Combobox";
import { useDebounced } from "@/ui/useDebounced";
import { shopsQuery, tenantsQuery, type TenantChoice } from "./queries";

interface TenantFieldProps {
  name?: string | undefined;
  label?: string | undefined;
  /** Initial choice. */
  initial?: ComboboxChoice | undefined;
  isDisabled: boolean;
  /** Whether to offer only vendors, because charities have only managers. */
  isVendorsOnly: boolean;
  className?: string | undefined;
}

const SEARCH_WAITS_MS = 500;
const CHARITY_ICON = "hand-heart";

function choiceOf({ id, displayName, tenantType }: TenantChoice): ComboboxChoice {
  const isVendor = tenantType === "VENDOR";
  return {
    value: id,
    text: displayName,
    icon: isVendor ? "store" : CHARITY_ICON,
    note: isVendor ? m.users_vendor() : m.users_charity(),
  };
}

function shopChoice({ id, displayName }: Pick<TenantChoice, "id" | "displayName">): ComboboxChoice {
  return { value: id, text: displayName, icon: "store" };
}

/** Field for the vendor or charity that a person works for. */
export function TenantField({
  name = "tenantId",
  label = brand.hasCharities ? m.users_tenant() : m.users_assign_vendor(),
  initial,
  isDisabled,
  isVendorsOnly,
  className,
}: TenantFieldProps) {
  const { value, pick, wiring, error } = useControlledField<string>(name);
  const [picked, setPicked] = useState(initial);
  const [text, setText] = useState<string>();
  const searched = useDebounced(text, SEARCH_WAITS_MS);
  const isAsked = searched !== undefined && !isDisabled;
  const hasCharities = brand.hasCharities && !isVendorsOnly;
  const all = useInfiniteQuery({ ...tenantsQuery(searched ?? ""), enabled: isAsked && hasCharities });
  const shops = useInfiniteQuery({ ...shopsQuery(searched ?? ""), enabled: isAsked && !hasCharities });
  const tenants = hasCharities ? all : shops;
  const clearCharity = useEffectEvent(() => {
    if (picked?.icon === CHARITY_ICON) pick("");
  });
  useEffect(() => {
    if (isVendorsOnly) clearCharity();
  }, [isVendorsOnly]);
  const isSettled = text === searched;
  const failure = tenants.isLoadingError ? errorText(tenants.error) : undefined;
  const choices = hasCharities
    ? all.data?.pages.flatMap(({ items }) => items.map(choiceOf))
    : shops.data?.pages.flatMap(({ items }) => items.map(shopChoice));
  const found = failure ? [] : choices;

  return (
    <Combobox
      label={label}
      error={error ?? failure}
      className={className}
      {...wiring}
      disabled={isDisabled}
      placeholder={isDisabled ? m.users_tenant_none() : m.users_tenant_search()}
      picked={[picked, initial].find((choice) => choice?.value === value)}
      onPick={(choice) => {
        setPicked(choice);
        pick(choice?.value ?? "");
      }}
      choices={isSettled ? found : undefined}
      onSearch={setText}
      onMore={() => {
        if (tenants.hasNextPage && !tenants.isFetchingNextPage) void tenants.fetchNextPage();
      }}
    />
  );
}
