// Recent choices of the palette, stored encrypted in this browser until the user signs out.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { currentProfile } from "@/session/current";
import { sealedStorage } from "@/session/sealedStorage";
import type { PaletteChoice } from "./choices";

const MAX_KEPT = 5;

const storage = sealedStorage<PaletteChoice[]>("palette");

/** Moves the chosen entry to the front, without duplicates. */
export function withChosen(recent: readonly PaletteChoice[], chosen: PaletteChoice): PaletteChoice[] {
  return [chosen, ...recent.filter(({ key }) => key !== chosen.key)].slice(0, MAX_KEPT);
}

const recentQuery = queryOptions({
  queryKey: ["palette", "recent"],
  queryFn: async () => (await storage.read()) ?? [],
  gcTime: 0,
});

export function useRecent() {
  const { data: recent = [] } = useQuery(recentQuery);
  return {
    recent,
    /** Only pages are remembered, because actions depend on the page that offers them. */
    remember: ({ key, label, note, icon, to }: PaletteChoice) => {
      if (to === undefined) return;
      void storage.write(withChosen(recent, { key, label, note, icon, to }), currentProfile()?.userId);
    },
  };
}
