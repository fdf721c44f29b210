import { useQuery } from "@tanstack/react-query";
import { getLocale } from "@/i18n";
import { asQuery } from "@/shared/table/anyQuery";
import { posterPreviewQuery } from "./queries";

export interface DrawnPoster {
  /** A picture once it is drawn. */
  data: unknown;
  isError: boolean;
}

/** The poster of a shop in the reader's language; the page asks for it along with all else. */
export function usePoster(vendorId: string): DrawnPoster {
  const { data, isError } = useQuery(asQuery<unknown>(posterPreviewQuery(vendorId, getLocale())));
  return { data, isError };
}
