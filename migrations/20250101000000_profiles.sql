-- Who walks: a person's profile, and the dogs that come along.

create type public.dog_size as enum ('small', 'medium', 'large');
create type public.dog_sex as enum ('female', 'male');

create table public.user_info (
    id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
    nickname text not null check (char_length(nickname) between 1 and 20 and nickname = btrim(nickname)),
    -- The name of an object in the bucket `image`.
    profile_image text,
    introduction text not null default '' check (char_length(introduction) <= 200),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
comment on table public.user_info is 'The public profile of a user.';

-- Nicknames that differ in case only would be taken for one another.
create unique index user_info_nickname on public.user_info (lower(nickname));

create table public.dog_profile (
    id bigint generated always as identity primary key,
    owner uuid not null default auth.uid() references public.user_info (id) on delete cascade,
    name text not null check (char_length(name) between 1 and 30),
    age smallint not null check (age between 0 and 40),
    sex public.dog_sex not null,
    is_neutered boolean not null default false,
    size public.dog_size not null,
    keywords text[] not null default '{}' check (cardinality(keywords) <= 10),
    created_at timestamptz not null default now()
);
comment on table public.dog_profile is 'A dog and what is worth knowing before meeting it.';
create index dog_profile_owner on public.dog_profile (owner);

create function public.touch_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
    new.updated_at := now();
    return new;
end
$$;

create trigger user_info_touched before update on public.user_info
    for each row execute function public.touch_updated_at();

alter table public.user_info enable row level security;
alter table public.dog_profile enable row level security;

create policy "profiles are seen by everyone who is signed in" on public.user_info
    for select to authenticated using (true);
create policy "a profile is made by its owner" on public.user_info
    for insert to authenticated with check (id = (select auth.uid()));
create policy "a profile is changed by its owner" on public.user_info
    for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "a profile is deleted by its owner" on public.user_info
    for delete to authenticated using (id = (select auth.uid()));

create policy "dogs are seen by everyone who is signed in" on public.dog_profile
    for select to authenticated using (true);
create policy "a dog belongs to its owner" on public.dog_profile
    for all to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));

-- Asked before there is a profile, so it sees the nicknames whoever asks.
create function public.is_duplicate_nickname(nickname text) returns boolean
    language sql stable security definer set search_path = ''
as $$
    select exists (
        select from public.user_info taken where lower(taken.nickname) = lower(btrim(is_duplicate_nickname.nickname))
    )
$$;
