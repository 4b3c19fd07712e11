create table sales (city varchar(20) primary key, sold int);
insert into sales values ('Kiel', 0);
