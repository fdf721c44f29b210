// A shop's posters, which the server draws with its configured address instead of the current host.
import { call } from "@/api/client";
import { reading } from "@/api/reading";
import type { operations } from "@/api/schema";

type Asked = NonNullable<operations["get_vendor_poster"]["parameters"]["query"]>;
export type PosterFormat = NonNullable<Asked["format"]>;
export type PosterLanguage = "en" | "fr";

export function posterQuery(id: string, language: PosterLanguage) {
  const { queryKey, queryFn } = reading("/api/v1/Vendors/{id}/poster", {
    path: { id },
    query: { format: "preview", language },
  });
  return { queryKey, queryFn };
}

export async function askForPoster(
  id: string,
  format: PosterFormat,
  language: PosterLanguage,
): Promise<Blob> {
  const query = { format, language };
  // The OpenAPI document types the file as a string of bytes.
  const answer: unknown = await call("get", "/api/v1/Vendors/{id}/poster", { path: { id }, query });
  return answer as Blob;
}
