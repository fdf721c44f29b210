import type { components } from "@/api/schema.d";
import { address } from "@/shared/testing/samples";

type Vendor = components["schemas"]["VendorDetail"];
type Charity = components["schemas"]["CharityDetail"];

const tenant = {
  id: "ten_books",
  legalName: "Maple Leaf Books Ltd.",
  displayName: "Maple Leaf Books",
  businessNumber: "800000001",
  regionId: "reg_ottawa",
  website: null,
  description: null,
  hue: 12,
  phone: null,
  openingHours: null,
  frenchOpeningHours: null,
  institutionNumber: "**3",
  transitNumber: "***45",
  accountNumber: "***4321",
  address,
  primaryContact: {
    firstName: "Ann",
    lastName: "Roy",
    email: "ann@books.example",
    workPhoneNumber: "6135550100",
    phoneNumber: "6135550101",
  },
  givesBank: false,
  editType: "BY_MANAGER" as const,
  isActive: true,
  state: "ACTIVE" as const,
  closedAt: null,
  rejectionReason: null,
  missingFields: [],
  question: null,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
};

const versioned = { version: "v1" };

/** An active shop, as its managers and administrators see it. */
export const vendorDetail = (changes: Partial<Vendor> = {}): Vendor & typeof versioned => ({
  ...versioned,
  ...tenant,
  logoPath: "key-0",
  categoryId: "cat_books",
  charityRate: 9,
  sharePercentage: 5,
  cardAmount: "Amount25,Amount50",
  customAmount: null,
  timeZone: null,
  usualTimeZone: "America/Toronto",
  products: null,
  photoPath: null,
  ...changes,
});

/** An active charity, as its managers and administrators see it. */
export const charityDetail = (changes: Partial<Charity> = {}): Charity & typeof versioned => ({
  ...versioned,
  ...tenant,
  logoPath: null,
  organizationId: "org_1",
  introduction: null,
  ...changes,
});
