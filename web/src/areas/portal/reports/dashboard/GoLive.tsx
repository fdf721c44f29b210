import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { goLiveQuery } from "./queries";

const GoLiveList = lazyPiece(
  async () => (await import("./GoLiveList")).GoLiveList,
  () => undefined,
);

/** The list "ready to go live". Its code loads only while a line is open. */
export function GoLive() {
  const { data } = useQuery(goLiveQuery);
  if (!data?.lines.some(({ isDone }) => !isDone)) return null;
  return (
    <Suspense>
      <GoLiveList lines={data.lines} />
    </Suspense>
  );
}
