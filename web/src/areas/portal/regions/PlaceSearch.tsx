import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { errorText } from "@/api/error";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { provinceName } from "@/lib/provinces";
import { Combobox, type ComboboxChoice } from "@/ui/rich/Combobox";
import { useDebounced } from "@/ui/useDebounced";

type Place = components["schemas"]["Place"];

/** Query for places by the beginning of their name, as suggestions for regions. */
function placesQuery(searchText: string) {
  return queryOptions({
    ...reading("/api/v1/Regions/places", { query: { searchText } }),
    staleTime: Infinity,
  });
}

const SEARCH_WAITS_MS = 500;

function keyOf({ name, province, postalCode }: Place): string {
  return [name, province, postalCode].join("|");
}

function choiceOf(place: Place): ComboboxChoice {
  return { value: keyOf(place), text: place.name, note: provinceName(place.province), icon: "map-pin" };
}

/** Finds a place and fills in the fields from it. They stay editable. */
export function PlaceSearch() {
  const { setValue } = useFormContext<Place>();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const searched = useDebounced(wanted, SEARCH_WAITS_MS);
  const [picked, setPicked] = useState<ComboboxChoice>();
  const {
    data: places,
    isLoadingError,
    error,
  } = useQuery({ ...placesQuery(searched), enabled: searched !== "" });
  const found = searched === "" || isLoadingError ? [] : places;

  const pick = (choice: ComboboxChoice | undefined) => {
    setPicked(choice);
    const place = places?.find((each) => keyOf(each) === choice?.value);
    if (!place) return;
    for (const name of ["name", "province", "country", "postalCode"] as const) {
      setValue(name, place[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    }
  };

  return (
    <Combobox
      label={m.regions_place()}
      hint={m.regions_place_hint()}
      error={isLoadingError ? errorText(error) : undefined}
      isOptional
      placeholder={m.regions_place_search()}
      picked={picked}
      onPick={pick}
      onSearch={setText}
      choices={wanted === searched ? found?.map(choiceOf) : undefined}
    />
  );
}
