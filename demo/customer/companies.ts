/** One more page of a back office: something for the inbox to be a guest beside. */
export interface Sheet {
  readonly path: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One company that works with this back office. Each is a client at the service, with an inbox of its own. */
export interface Company {
  readonly name: string;
  /** Who signs in for it. */
  readonly userId: string;
  readonly userName: string;
  /** Somebody who writes when asked to. */
  readonly contact: { readonly name: string; readonly channel: string };
  readonly sheets: readonly Sheet[];
}

const FJORD_AND_PINE: Company = {
  name: 'Fjord & Pine',
  userId: 'jonas',
  userName: 'Jonas',
  contact: { name: 'Mara Lindqvist', channel: 'whatsapp' },
  sheets: [
    {
      path: '/orders',
      title: 'Orders',
      columns: ['Order', 'Customer', 'What', 'State'],
      rows: [
        ['2041', 'Théo Baptiste', 'Oak table, 180 × 90', 'Paid'],
        ['2040', 'Mara Lindqvist', 'Six chairs, ash', 'In the workshop'],
        ['2039', 'Studio Ørsted', 'Shelves, spruce', 'On its way'],
        ['2038', 'Inés Carvalho', 'Kitchen front, larch', 'Delivered'],
      ],
    },
    {
      path: '/stock',
      title: 'Stock',
      columns: ['Wood', 'Boards', 'Dry since'],
      rows: [
        ['Oak', '64', 'March'],
        ['Ash', '31', 'May'],
        ['Spruce', '118', 'August'],
        ['Larch', '12', 'January'],
      ],
    },
    {
      path: '/reports',
      title: 'Reports',
      columns: ['Month', 'Orders', 'Answered within a day'],
      rows: [
        ['October', '41', '98 %'],
        ['September', '37', '95 %'],
        ['August', '22', '97 %'],
      ],
    },
  ],
};

const HARBOUR_PHYSIO: Company = {
  name: 'Harbour Physio',
  userId: 'ana',
  userName: 'Ana',
  contact: { name: 'Dr. Rasmussen', channel: 'web' },
  sheets: [
    {
      path: '/appointments',
      title: 'Appointments',
      columns: ['Time', 'Patient', 'With'],
      rows: [
        ['8:20', 'After a knee operation, first visit', 'Ana'],
        ['9:00', 'Greta Sommer', 'Ana'],
        ['9:40', 'Samir Haddad', 'Lene'],
      ],
    },
    {
      path: '/rooms',
      title: 'Rooms',
      columns: ['Room', 'Free from'],
      rows: [
        ['Pier', '10:20'],
        ['Lighthouse', 'noon'],
        ['Boathouse', 'all day'],
      ],
    },
    {
      path: '/reports',
      title: 'Reports',
      columns: ['Month', 'Visits', 'Answered within a day'],
      rows: [
        ['October', '212', '99 %'],
        ['September', '198', '96 %'],
      ],
    },
  ],
};

export const COMPANIES: readonly Company[] = [FJORD_AND_PINE, HARBOUR_PHYSIO];
