import { useQuery } from "@tanstack/react-query";
import { getLocale } from "@/i18n";
import { asQuery } from "@/shared/table/anyQuery";
import { posterPreviewQuery } from "./queries";

export interface DrawnPoster {
  /** Picture, once it is drawn. */
  data: unknown;
  isError: boolean;
}

/** Loads a shop's poster in the page's language, together with the page's other data. */
export function usePoster(vendorId: string): DrawnPoster {
  const { data, isError } = useQuery(asQuery<unknown>(posterPreviewQuery(vendorId, getLocale())));
  return { data, isError };
}
