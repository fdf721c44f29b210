import { collection } from "@/areas/portal/kit/calls";

export const vendorCalls = collection("/api/v1/Vendors");
