// Why somebody is not where they wanted to go.
import { m } from "@/i18n";
import { toast } from "@/ui/toast";

export const tellNotTheirs = () => toast.error(m.common_error_permission());

export const tellNothingHere = () => toast.error(m.common_nothing_here());
