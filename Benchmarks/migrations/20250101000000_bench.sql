-- What script/bench measures against.
create table public.owner (
    id int primary key,
    name text not null
);

create table public.item (
    id int primary key,
    owner_id int not null references public.owner (id),
    category int not null,
    name text not null,
    price numeric(10, 2) not null,
    tags text[] not null,
    created_at timestamptz not null
);
create index on public.item (category, id);
create index on public.item (owner_id);

create table public.review (
    id int primary key,
    item_id int not null references public.item (id),
    rating int not null,
    comment text not null
);
create index on public.review (item_id);

create table public.label (
    id int primary key,
    name text not null
);

create table public.item_label (
    item_id int not null references public.item (id),
    label_id int not null references public.label (id),
    primary key (item_id, label_id)
);

create table public.entry (
    id bigint generated always as identity primary key,
    name text not null,
    amount int not null
);

insert into public.owner select n, 'Owner ' || n from generate_series(1, 1000) n;
insert into public.item
    select n, 1 + n % 1000, n % 50, 'Item ' || n, n % 1000 + 0.25, array['red', 'size ' || n % 7], timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, 10000) n;
insert into public.review
    select n, 1 + n % 10000, 1 + n % 5, 'Comment number ' || n from generate_series(1, 30000) n;
insert into public.label select n, 'Label ' || n from generate_series(1, 100) n;
insert into public.item_label select n, 1 + (n * 7 + k * 31) % 100 from generate_series(1, 10000) n, generate_series(0, 2) k;
analyze;

create function public.add(a int, b int) returns int immutable language sql as $$ select a + b $$;
