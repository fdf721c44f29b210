import { useParams } from "react-router";
import { paths } from "@/paths";
import { CardDesk } from "@/features/counter/CardDesk";

/** A card at the counter. */
export function ScanCardPage() {
  const { id = "" } = useParams();
  return <CardDesk key={id} id={id} listPlace={paths.scanCards()} />;
}
